import { useParams } from "react-router-dom";
import TakePage from "@/features/take/TakePage";

/** The page of a test, come to from another page. */
export default function RoutedTest() {
  const { token = "" } = useParams();
  return <TakePage token={token} />;
}
