import { Router } from "express";
import type { Pool } from "pg";

export function health(pool: Pool): Router {
  const router = Router();
  router.get("/healthz", (_request, response) => {
    response.json({ status: "ok" });
  });
  router.get("/readyz", async (_request, response) => {
    const ready = await pool.query("select 1").then(
      () => true,
      () => false,
    );
    response.status(ready ? 200 : 503).json({ status: ready ? "ready" : "not ready" });
  });
  return router;
}
