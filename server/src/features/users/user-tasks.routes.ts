import { adminUserTasks as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { csvFile, sendExport } from '../../http/download.ts'
import type { Route } from '../../http/route.ts'
import { receiveFile } from '../../http/uploaded-file.ts'
import { recordAudit } from '../audit/index.ts'
import { createBulkTask, createDeletionTask } from './create-tasks.service.ts'
import { exportUsers } from './export.service.ts'
import { importUsers } from './import.service.ts'
import { inviteUsers, resendInvitation, withdrawInvitation } from './user-accounts.service.ts'
import { summariseDeletion } from './user-deletion.service.ts'
import { getTask } from './user-tasks.service.ts'
import { presentAdminUser } from './users.presenter.ts'

export function userTasksRoutes(route: Route, deps: Deps): void {
  route(contract.getUserTask, async ({ params }) => ({ data: await getTask(deps, params.id) }))

  route(contract.inviteUsers, async ({ actor, body }) => {
    const { rows, ...meta } = await inviteUsers(deps, actor, body)
    return { data: rows.map(row => presentAdminUser(row, deps.now())), meta }
  })

  route(contract.resendInvitation, async ({ actor, params }) => {
    const { user, link } = await resendInvitation(deps, actor, params.id)
    return { data: presentAdminUser(user, deps.now()), meta: { link } }
  })

  route(contract.withdrawInvitation, async ({ params }) => {
    await withdrawInvitation(deps, params.id)
    return undefined
  })

  route(contract.importUsers, async ({ actor, query }, { request }) => {
    const options = { isDryRun: query.dry_run, sendInvitations: query.send_invitations }
    const { report, taskId } = await receiveFile(request, content =>
      importUsers(deps, actor, content, options),
    )
    return { data: report, task: taskId === null ? null : await getTask(deps, taskId) }
  })

  route(contract.exportUsers, ({ query }, http) => {
    const file = csvFile('users', deps.now())
    return sendExport(http, file, async () => {
      await deps.transact(async tx => recordAudit(tx, { action: 'user.exported' }))
      return exportUsers(deps, query)
    })
  })

  route(contract.changeUsers, async ({ actor, body }) => ({
    data: await getTask(deps, await createBulkTask(deps, actor, body)),
  }))

  route(contract.getUserDeletion, async ({ actor, params, query }) => ({
    data: await summariseDeletion(deps, actor, params.id, query.hand_over_to),
  }))

  route(contract.deleteUser, async ({ actor, params, body }) => ({
    data: await getTask(deps, await createDeletionTask(deps, actor, params.id, body)),
  }))
}
