import type { Access } from '@coffer/contract'

/**
 * Who may do what, and where. Each cell is written once, here: `ok`, or the status of the refusal; `-`
 * where there is no such cell.
 *
 * inside, outside: in the folder that this is about, or beside it; trashed: in it, and removed.
 * expired, locked, closed: in it, by a link whose time is over, whose password was not given, or that
 * was ended; closed to a team's member, who was taken out of it.
 */
const TABLE = `
                        inside  outside trashed expired locked  closed
owner       see         ok      ok      ok      -       -       -
owner       list        ok      ok      404     -       -       -
owner       download    ok      ok      ok      -       -       -
owner       pack        ok      ok      404     -       -       -
owner       find        ok      ok      404     -       -       -
owner       mark        ok      ok      404     -       -       -
owner       add         ok      ok      404     -       -       -
owner       copy        ok      ok      403     -       -       -
owner       weigh       ok      ok      ok      -       -       -
owner       edit        ok      ok      403     -       -       -
owner       move        ok      ok      403     -       -       -
owner       remove      ok      ok      ok      -       -       -
owner       purge       ok      ok      ok      -       -       -
owner       share       ok      ok      403     -       -       -
owner       ask         ok      ok      404     -       -       -
owner       keep        ok      ok      ok      -       -       -
owner       roster      ok      ok      -       -       -       -
owner       lead        ok      ok      -       -       -       -
owner       found       ok      ok      403     -       -       -

teameditor  see         ok      404     ok      -       -       404
teameditor  list        ok      404     404     -       -       404
teameditor  download    ok      404     403     -       -       404
teameditor  pack        ok      404     403     -       -       404
teameditor  find        ok      404     404     -       -       404
teameditor  mark        ok      404     403     -       -       404
teameditor  add         ok      404     404     -       -       404
teameditor  copy        ok      404     403     -       -       404
teameditor  weigh       ok      404     403     -       -       404
teameditor  edit        ok      404     403     -       -       404
teameditor  move        ok      404     403     -       -       404
teameditor  remove      ok      404     ok      -       -       404
teameditor  purge       403     404     403     -       -       404
teameditor  share       403     404     403     -       -       404
teameditor  ask         403     404     404     -       -       404
teameditor  keep        404     404     404     -       -       404
teameditor  roster      ok      404     -       -       -       404
teameditor  lead        403     404     -       -       -       404
teameditor  found       403     404     403     -       -       404
teameditor  leave       ok      404     -       -       -       404

teamviewer  see         ok      404     404     -       -       404
teamviewer  list        ok      404     404     -       -       404
teamviewer  download    ok      404     404     -       -       404
teamviewer  pack        ok      404     404     -       -       404
teamviewer  find        ok      404     404     -       -       404
teamviewer  mark        ok      404     404     -       -       404
teamviewer  add         403     404     404     -       -       404
teamviewer  copy        ok      404     404     -       -       404
teamviewer  weigh       ok      404     404     -       -       404
teamviewer  edit        403     404     404     -       -       404
teamviewer  move        403     404     404     -       -       404
teamviewer  remove      403     404     404     -       -       404
teamviewer  purge       403     404     404     -       -       404
teamviewer  share       403     404     404     -       -       404
teamviewer  ask         403     404     404     -       -       404
teamviewer  keep        404     404     404     -       -       404
teamviewer  roster      ok      404     -       -       -       404
teamviewer  lead        403     404     -       -       -       404
teamviewer  found       403     404     404     -       -       404
teamviewer  leave       ok      404     -       -       -       404

admin       see         ok      ok      ok      -       -       -
admin       list        ok      ok      404     -       -       -
admin       download    403     403     403     -       -       -
admin       pack        403     403     403     -       -       -
admin       find        403     403     404     -       -       -
admin       mark        403     403     403     -       -       -
admin       add         403     403     404     -       -       -
admin       copy        403     403     403     -       -       -
admin       weigh       403     403     403     -       -       -
admin       edit        403     403     403     -       -       -
admin       move        403     403     403     -       -       -
admin       remove      403     403     403     -       -       -
admin       purge       403     403     403     -       -       -
admin       share       403     403     403     -       -       -
admin       ask         403     403     404     -       -       -
admin       keep        404     404     404     -       -       -
admin       roster      404     404     -       -       -       -
admin       lead        403     403     -       -       -       -
admin       found       403     403     403     -       -       -
admin       leave       404     404     -       -       -       -

stranger    *           404     404     404     -       -       -
nobody      *           401     401     401     -       -       -

visitor     see         ok      404     404     404     401     404
visitor     list        ok      404     404     404     401     404
visitor     download    ok      404     404     404     401     404
visitor     pack        ok      404     404     404     401     404
visitor     add         403     404     404     404     401     404
visitor     edit        403     404     404     404     401     404
visitor     move        403     404     404     404     401     404
visitor     remove      403     404     404     404     401     404

editor      see         ok      404     404     404     401     404
editor      list        ok      404     404     404     401     404
editor      download    ok      404     404     404     401     404
editor      pack        ok      404     404     404     401     404
editor      add         ok      404     404     404     401     404
editor      edit        ok      404     404     404     401     404
editor      move        ok      404     404     404     401     404
editor      remove      ok      404     404     404     401     404

sender      see         ok      404     404     410     -       410
sender      list        ok      404     404     410     -       410
sender      download    ok      404     404     410     -       410
sender      add         ok      404     404     410     -       410
sender      edit        ok      404     404     410     -       410
sender      move        ok      404     404     410     -       410
sender      remove      ok      404     404     410     -       410
`

/** What each call that touches an item asks of whoever makes it. */
export const NEEDS: Record<string, string> = {
  'GET /api/items/:id': 'see',
  'GET /api/items/:id/ancestors': 'see',
  'GET /api/items/:id/document': 'download',
  'GET /thumbnail/:id/:size': 'download',
  'GET /api/browse/folders/:id': 'list',
  'GET /api/browse/all-folders/:id': 'list',
  'GET /api/browse/navigation/:id': 'list',
  'GET /api/items/:id/place': 'list',
  'GET /file/:id': 'download',
  'GET /api/items/:id/versions': 'download',
  'GET /api/zip': 'pack',
  'POST /api/zip': 'pack',
  'POST /api/zip/selections': 'pack',
  'POST /api/favourites': 'mark',
  'GET /api/search': 'find',
  'POST /api/create-folder': 'add',
  'POST /api/upload': 'add',
  'POST /api/upload/batch': 'add',
  'POST /api/upload/preflight': 'add',
  'POST /api/upload/remote': 'add',
  'POST /api/copy': 'copy',
  'PATCH /api/rename/:id': 'edit',
  'PATCH /api/items/:id/document': 'edit',
  'POST /api/items/document': 'edit',
  'POST /api/items/:id/versions/:version/restore': 'edit',
  'DELETE /api/items/:id/versions/:version': 'purge',
  'POST /api/move': 'move',
  'POST /api/remove': 'remove',
  'POST /api/conflicts': 'weigh',
  'POST /api/trash/restore': 'remove',
  'POST /api/trash/conflicts': 'remove',
  'GET /api/teams/folders/:id': 'roster',
  'GET /api/teams/folders/:id/tree': 'roster',
  'GET /api/teams/shared-with-me/:id': 'roster',
  'PUT /api/teams/folders/:id': 'lead',
  'PATCH /api/teams/folders/:id': 'lead',
  'DELETE /api/teams/folders/:id': 'lead',
  'POST /api/teams/folders/:id/convert': 'found',
  'DELETE /api/teams/folders/:id/leave': 'leave',
  'POST /api/share': 'share',
  'GET /api/share/:token': 'keep',
  'PATCH /api/share/:token': 'keep',
  'POST /api/share/:token/email': 'keep',
  'GET /api/share/:token/qr': 'keep',
  'GET /api/share/:token/events': 'keep',

  'GET /api/sharing/items/:id/:token': 'see',
  'GET /thumbnail/:id/:size/shared/:token': 'download',
  'GET /api/sharing/folders/:id/:token': 'list',
  'GET /api/sharing/navigation/:id/:token': 'list',
  'GET /api/sharing/search/:token': 'list',
  'GET /file/:id/shared/:token': 'download',
  'GET /api/sharing/zip/:token': 'pack',
  'POST /api/sharing/zip/:token': 'pack',
  'POST /api/sharing/zip/selections/:token': 'pack',
  'POST /api/sharing/conflicts/:token': 'add',
  'POST /api/sharing/create-folder/:token': 'add',
  'POST /api/sharing/upload/chunks/:token': 'add',
  'POST /api/sharing/upload/batch/:token': 'add',
  'POST /api/sharing/upload/preflight/:token': 'add',
  'GET /api/file-request/:token/items/:id': 'see',
  'GET /thumbnail/:id/:size/upload-request/:token': 'download',
  'GET /api/file-request/:token/browse/:id': 'list',
  'GET /api/file-request/:token/navigation/:id': 'list',
  'GET /file/:id/upload-request/:token': 'download',
  'POST /api/file-request/:token/create-folder': 'add',
  'POST /api/file-request/:token/upload/chunks': 'add',
  'POST /api/file-request/:token/upload/batch': 'add',
  'POST /api/file-request/:token/upload/preflight': 'add',
  'PATCH /api/file-request/:token/rename/:id': 'edit',
  'POST /api/file-request/:token/move': 'move',
  'POST /api/file-request/:token/remove': 'remove',
  'POST /api/file-request': 'ask',
  'GET /api/file-requests/:id': 'keep',
  'PATCH /api/file-requests/:id': 'keep',
  'DELETE /api/file-requests/:id': 'keep',
  'PATCH /api/sharing/rename/:id/:token': 'edit',
  'POST /api/sharing/move/:token': 'move',
  'POST /api/sharing/remove/:token': 'remove',
}

/** Calls with ids that are not judged by an item, and why. */
export const INDIFFERENT = new Set([
  // Told apart in hidden-items.routes.test.ts, teams by address in invitations.routes.test.ts.
  'GET /api/browse/trash/:id',
  'PUT /api/teams/invitations/:id',
  'DELETE /api/teams/invitations/:id',
  // They answer alike whatever the id is, and touch one's own only.
  'DELETE /api/favourites',
  'DELETE /api/favourites/:id',
  'DELETE /api/notifications/:id',
  'GET /api/filter',
  'GET /api/reports/items',
  // Refused whatever folder is named: such folders are made at home.
  'POST /api/create-folder-custom',
  // Refused whatever folder is named: such folders are made at home.
  'POST /api/file-request/:token/create-folder-custom',
  // Everybody's uploads are his own: other people's ids are like none.
  'GET /api/file-request/:token/upload/:upload_id',
  'DELETE /api/file-request/:token/upload/:upload_id',
  'GET /api/upload/:upload_id',
  'DELETE /api/upload/:upload_id',
  'GET /api/sharing/upload/:upload_id/:token',
  'DELETE /api/sharing/upload/:upload_id/:token',
])

export const SITUATIONS = ['inside', 'outside', 'trashed', 'expired', 'locked', 'closed'] as const
export type Situation = (typeof SITUATIONS)[number]
export type Answer = 'ok' | number

export interface Row {
  actor: string
  need: string
  answers: Partial<Record<Situation, Answer>>
}

/** Whose calls each actor makes. */
export const ACCESS_LEVELS: Record<string, Access> = {
  owner: 'user',
  teameditor: 'user',
  teamviewer: 'user',
  admin: 'user',
  stranger: 'user',
  nobody: 'user',
  visitor: 'share',
  editor: 'share',
  sender: 'upload-request',
}

export const ROWS: readonly Row[] = TABLE.trim()
  .split('\n')
  .slice(1)
  .filter(line => line.trim() !== '')
  .map(line => {
    const [actor = '', need = '', ...cells] = line.trim().split(/\s+/)
    const answers = SITUATIONS.flatMap((situation, index) => {
      const cell = cells[index]
      return cell === '-' || cell === undefined
        ? []
        : [[situation, cell === 'ok' ? cell : Number(cell)] as const]
    })
    return { actor, need, answers: Object.fromEntries(answers) }
  })
