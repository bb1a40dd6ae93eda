/** Specification, section 2. Any other path gets the 404 page with status 404. */
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
  "/memories/:agentId",
  "/family/:agentId",
  "/memorial-page/:agentId",
  "/book/:agentId",
  "/invitation",
] as const;

export interface BuiltPage {
  /** In the folder of built pages. */
  file: string;
  path: string;
  /** Visitors can try the demo pet on it. */
  withDemo: boolean;
  /** The lazily loaded modules that are asked for with the page. */
  chunks: readonly string[];
}

const product = "/app/product.tsx";
const signedIn = "/app/signed-in.tsx";

/** Every other page shows that it is loading. Those that are opened often ask for their code at once. */
export const loadingPages: readonly (BuiltPage & { begins: string })[] = [
  { file: "loading-chat.html", begins: "/chat", chunks: [product, signedIn, "/app/chat-page.tsx"] },
  { file: "loading-app.html", begins: "/app", chunks: [product, signedIn, "/app/main-screen.tsx"] },
  { file: "loading-admin.html", begins: "/admin", chunks: [product, signedIn, "/admin/admin-page.tsx"] },
  { file: "loading.html", begins: "/", chunks: [product, signedIn] },
].map((page) => ({ ...page, path: "/app", withDemo: false }));
export const landingPages: { withDemo: BuiltPage; withoutDemo: BuiltPage } = {
  withDemo: { file: "landing.html", path: "/", withDemo: true, chunks: ["/landing/landing-page.tsx"] },
  withoutDemo: { file: "landing-without-demo.html", path: "/", withDemo: false, chunks: ["/landing/landing-page.tsx"] },
};
export const accountPages: readonly BuiltPage[] = [
  { file: "login.html", path: "/login", withDemo: false, chunks: [product, "/auth/login-page.tsx"] },
  ...["signin-help", "forgot-password", "promo-code", "register"].map((name) => ({
    ...{ file: `${name}.html`, path: `/${name}`, withDemo: false, chunks: [product, `/auth/${name}-page.tsx`] },
  })),
];

/** Pages that are built with their content, so that they are seen before any script runs. */
export const builtPagesList: readonly BuiltPage[] = [
  landingPages.withDemo,
  landingPages.withoutDemo,
  ...accountPages,
  ...loadingPages,
];
