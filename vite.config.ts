import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const client = fileURLToPath(new URL("./client/", import.meta.url));

export default defineConfig({
  root: client,
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": `${client}src` } },
  build: { outDir: "../dist/client", emptyOutDir: true, target: "es2022", sourcemap: false },
});
