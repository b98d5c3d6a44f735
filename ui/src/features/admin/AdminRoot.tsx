import { Outlet } from "react-router-dom";
import { PictureContext } from "@/ui/rich-text/pictures";
import { loadPicture } from "./pictures";

/** What all administrators' pages share. */
export default function AdminRoot() {
  return (
    <PictureContext value={loadPicture}>
      <Outlet />
    </PictureContext>
  );
}
