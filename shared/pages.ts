/** The paths of the client's screens (specification, section 2). Any other path gets the 404 page with status 404. */
export const pagePaths = [
  "/",
  "/login",
  "/signin-help",
  "/forgot-password",
  "/reset-password",
  "/promo-code",
  "/register",
  "/change-password",
  "/app",
  "/chat",
  "/chat/:agentId",
  "/admin",
  "/purchase-speaker",
  "/my-data",
] as const;
