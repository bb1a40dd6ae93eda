// What the first start put into the test databases.

/** The administrator's, and that of every person whom tests make. */
export const PASSWORD = "Good-Dog-2026!";
export const ADMIN = { username: "administrator", password: PASSWORD };
export const PROMO_CODE = "WALKIES-2026";
