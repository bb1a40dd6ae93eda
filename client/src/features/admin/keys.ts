/** The query keys of the lists. Invalidating one also invalidates all longer keys that begin with it. */
export const keys = {
  users: ["/api/admin/users"],
  roles: ["/api/admin/roles"],
  permissions: ["/api/admin/permissions"],
  agents: ["/api/admin/agents"],
  access: ["/api/admin/user-agent-access"],
  promoCodes: ["/api/admin/promo-codes"],
  questions: ["/api/admin/diary-questions"],
  usage: ["/api/admin/usage"],
  roleLimits: ["/api/admin/role-limits"],
  engineSettings: ["/api/admin/engine-settings"],
  demo: ["/api/admin/demo"],
  auditLog: ["/api/admin/audit-log"],
} as const;
