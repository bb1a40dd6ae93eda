// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is looked for holds templates
import type { Mutation } from "../mutation.ts";

/** Of what administrators do. */
export const adminMutations: readonly Mutation[] = [
  {
    row: 47,
    file: "server/features/admin/agent-access/service.ts",
    find: "  await endReplies(db, { userId, agentId });\n",
    put: "",
  },
  {
    row: 109,
    file: "server/features/admin/agent-access/service.ts",
    find: "if (access === null) throw conflict(`${nameOf(user)} may use ${agent.name} already.`);",
    put: "",
  },
  {
    row: 117,
    file: "server/features/admin/users/service.ts",
    find: '    await record(tx, {\n      by,\n      action: "user.remove_role",\n      target: userTarget(account),\n      details: { role: role.name },\n    });\n',
    put: "",
    test: "server/features/audit/audit.api.test.ts",
  },
  {
    row: 117,
    file: "server/features/admin/users/service.ts",
    find: '  await record(tx, { by, action: "user.assign_role", target: userTarget(account), details: { role: role.name } });\n',
    put: "",
    test: "server/features/audit/audit.api.test.ts",
  },
  {
    row: 117,
    file: "server/features/admin/users/service.ts",
    find: '    await record(tx, { by, action: "user.reset_password", target: userTarget(account) });\n',
    put: "",
    test: "server/features/audit/audit.api.test.ts",
  },
  {
    row: 117,
    file: "server/features/admin/users/service.ts",
    find: "if (revoked > 0) await record(",
    put: "if (revoked < 0) await record(",
    test: "server/features/admin/users/users.api.test.ts",
  },
  {
    row: 117,
    file: "server/features/admin/users/service.ts",
    find: "  if (isActive !== undefined) await record(",
    put: "  if (isActive === null) await record(",
    test: "server/features/audit/audit.api.test.ts",
  },
  {
    row: 117,
    file: "server/features/admin/agent-access/service.ts",
    find: '    await record(tx, entryOf("access.grant", by, user, agent));\n',
    put: "",
    test: "server/features/audit/audit.api.test.ts",
  },
  {
    row: 117,
    file: "server/features/admin/agent-access/service.ts",
    find: '    await record(tx, entryOf("access.revoke", by, user, agent));\n',
    put: "",
    test: "server/features/audit/audit.api.test.ts",
  },
  {
    row: 117,
    file: "server/features/admin/roles/service.ts",
    find: '    await record(tx, {\n      by,\n      action: "role.add_permission",\n      target: targetOf(role),\n      details: { permission: permission.name },\n    });\n',
    put: "",
    test: "server/features/audit/audit.api.test.ts",
  },
  {
    row: 117,
    file: "server/features/admin/roles/service.ts",
    find: '    await record(tx, {\n      by,\n      action: "role.remove_permission",\n      target: targetOf(role),\n      details: { permission: permission.name },\n    });\n',
    put: "",
    test: "server/features/audit/audit.api.test.ts",
  },
];
