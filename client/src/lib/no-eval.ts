/**
 * The validation library tries out `new Function`, which our content security policy refuses and browsers then report.
 * Import this before anything that makes a schema. It writes the library's global, so that pages without forms don't
 * load the library.
 */
globalThis.__zod_globalConfig = Object.assign(globalThis.__zod_globalConfig ?? {}, { jitless: true });

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}
