import { Outlet } from "react-router-dom";
import { PictureContext } from "@/ui/rich-text/pictures";
import { loadPicture } from "./pictures";

/** Layout shared by all administrators' pages. */
export default function AdminRoot() {
  return (
    <PictureContext value={loadPicture}>
      <Outlet />
    </PictureContext>
  );
}
