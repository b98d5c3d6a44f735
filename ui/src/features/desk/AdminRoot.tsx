import { Outlet } from "react-router-dom";
import { loadPicture } from "@/features/staff-shared/pictures";
import { PictureContext } from "@/ui/rich-text/pictures";

/** Layout shared by all administrators' pages. */
export default function AdminRoot() {
  return (
    <PictureContext value={loadPicture}>
      <Outlet />
    </PictureContext>
  );
}
