/** The import rule (ARCHITECTURE.md). A room of the server knows the rooms that are named here, and shared/. */
const rooms = {
  platform: [],
  understanding: [],
  models: ["platform"],
  voice: ["platform", "understanding", "models"],
  features: ["platform", "understanding", "models", "voice"],
};
const serverFeature = "^server/features/([^/]+)/";
const tests = "\\.test\\.tsx?$";

export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "shared-imports-neither-side",
      severity: "error",
      from: { path: "^shared/" },
      to: { path: "^(server|client)/" },
    },
    {
      name: "product-without-tests",
      severity: "error",
      from: { path: "^(shared|server|client)/", pathNot: tests },
      to: { path: "^tests/" },
    },
    { name: "client-and-server-apart", severity: "error", from: { path: "^client/" }, to: { path: "^server/" } },
    {
      name: "server-does-not-know-client",
      severity: "error",
      from: { path: "^server/", pathNot: tests },
      to: { path: "^client/" },
    },
    {
      name: "client-never-sees-tables",
      severity: "error",
      from: { path: "^client/" },
      to: { path: "^shared/schema\\.ts$" },
    },
    {
      name: "only-queries-import-tables",
      severity: "error",
      from: { path: "^server/", pathNot: [`queries\\.ts$`, tests] },
      to: { path: "^shared/schema\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    ...Object.entries(rooms).map(([room, known]) => ({
      name: `${room}-knows-only-rooms-below`,
      severity: "error",
      from: { path: `^server/${room}/`, pathNot: tests },
      to: { path: "^server/", pathNot: `^server/(${[room, ...known].join("|")})/` },
    })),
    {
      name: "a-model-understands-by-itself",
      severity: "error",
      from: { path: "^server/features/chat/(model-reply|prompt)\\.ts$" },
      to: { path: "^server/understanding/turns/", reachable: true },
    },
    {
      name: "server-features-meet-at-their-entry",
      severity: "error",
      // Seed and doctor work on the whole product.
      from: { path: serverFeature, pathNot: [tests, "^server/features/(seed|doctor)/"] },
      to: {
        path: "^server/features/",
        pathNot: ["^server/features/$1/", "/(?:service|access)\\.ts$", "/([^/]+)/\\1\\.ts$"],
      },
    },
    {
      name: "client-plumbing-knows-no-product",
      severity: "error",
      from: { path: "^client/src/(lib|components)/" },
      to: { path: "^client/src/(domain|features|app)/" },
    },
    {
      name: "client-plumbing-knows-no-call",
      severity: "error",
      from: { path: "^client/src/(lib|components)/", pathNot: tests },
      to: { path: "^shared/api/", pathNot: "^shared/api/common\\.ts$" },
    },
    {
      name: "client-domain-knows-no-feature",
      severity: "error",
      from: { path: "^client/src/domain/" },
      to: { path: "^client/src/(features|app)/" },
    },
    {
      name: "client-features-apart",
      severity: "error",
      from: { path: "^client/src/features/([^/]+)/" },
      to: { path: "^client/src/features/", pathNot: "^client/src/features/$1/" },
    },
    {
      name: "client-features-know-no-app",
      severity: "error",
      from: { path: "^client/src/features/" },
      to: { path: "^client/src/app/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".json"] },
  },
};
