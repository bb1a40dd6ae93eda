/** The paths of the client's screens (specification, section 2). Anything else is the 404 page, with that status. */
export const pagePaths = [
  "/",
  "/login",
  "/signin-help",
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
