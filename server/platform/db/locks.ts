/** In one list, so that no two share a key. The numbers must never change. */
export const locks = {
  migration: 7_349_182_605,
  seed: 7_349_182_606,
  administrators: 7_349_182_607,
  questionOrder: 7_349_182_608,
  avatars: 7_349_182_609,
  embedding: 8_112_204_417,
} as const;

/** First half of two-part keys, which never meet the keys above. */
export const INSTANCE_LOCK_CLASS = 1_734_918_260;
