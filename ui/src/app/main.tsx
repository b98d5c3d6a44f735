import "@/lib/nonce";
import "@/styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App";

const root = document.getElementById("root");
if (!root) throw new Error("the page's shell has no root element");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
