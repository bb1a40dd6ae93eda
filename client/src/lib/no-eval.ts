/**
 * The validation library tries out `new Function`, which our content security policy refuses and browsers then report.
 * Import this before anything that makes a schema. Set where the library keeps its configuration, so that pages without
 * forms load nothing of it.
 */
globalThis.__zod_globalConfig = Object.assign(globalThis.__zod_globalConfig ?? {}, { jitless: true });

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}
