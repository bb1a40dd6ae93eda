import { config } from "zod/v4/core";

/**
 * The validation library tries out `new Function`, which our content security policy refuses and browsers then report.
 * Import this before anything that makes a schema.
 */
config({ jitless: true });
