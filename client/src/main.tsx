import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/app.tsx";
import { startServiceWorker } from "@/lib/service-worker.ts";
import { watchForStaleCode } from "@/lib/stale-code.ts";
import { startTheme } from "@/lib/theme.ts";

startTheme();
startServiceWorker();
watchForStaleCode();
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no place for the app.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
