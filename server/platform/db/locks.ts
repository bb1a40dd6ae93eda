/**
 * The keys of all advisory locks, in one list, so that no two things share one: then they would wait for each other, or
 * deadlock. The numbers mean nothing, but must be the same in every process and version. Only the lock of a document is elsewhere, whose key is a hash of its id.
 */
export const locks = {
  migration: 7_349_182_605,
  seed: 7_349_182_606,
  administrators: 7_349_182_607,
  questionOrder: 7_349_182_608,
  avatars: 7_349_182_609,
  embedding: 8_112_204_417,
} as const;

/** The first half of the two-part keys by which server instances show that they live; these never meet the keys above. */
export const INSTANCE_LOCK_CLASS = 1_734_918_260;
