import "@/lib/nonce";
import "@/styles/index.css";
import { watchMishaps } from "@/lib/mishap";
import { showPage } from "./page";

watchMishaps();
showPage();
