import type { Access } from '@coffer/contract'

/**
 * The expected result of each action per actor and situation: `ok`, or the status of the rejection;
 * `-` where the combination does not exist. inside, outside: the item is inside the shared folder
 * (or team folder, or request's folder), or next to it; trashed: inside, and removed. expired,
 * locked, closed: inside, through a link that has expired, is locked or was revoked; for a team
 * member, after they were removed.
 */
const TABLE = `
                        inside  outside trashed expired locked  closed
owner       see         ok      ok      ok      -       -       -
owner       list        ok      ok      404     -       -       -
owner       download    ok      ok      ok      -       -       -
owner       zip         ok      ok      404     -       -       -
owner       search      ok      ok      404     -       -       -
owner       favourite   ok      ok      404     -       -       -
owner       add         ok      ok      404     -       -       -
owner       copy        ok      ok      403     -       -       -
owner       conflicts   ok      ok      ok      -       -       -
owner       edit        ok      ok      403     -       -       -
owner       move        ok      ok      403     -       -       -
owner       remove      ok      ok      ok      -       -       -
owner       purge       ok      ok      ok      -       -       -
owner       share       ok      ok      403     -       -       -
owner       request     ok      ok      404     -       -       -
owner       link        ok      ok      ok      -       -       -
owner       members     ok      ok      -       -       -       -
owner       manage      ok      ok      -       -       -       -
owner       convert     ok      ok      403     -       -       -

teameditor  see         ok      404     ok      -       -       404
teameditor  list        ok      404     404     -       -       404
teameditor  download    ok      404     403     -       -       404
teameditor  zip         ok      404     403     -       -       404
teameditor  search      ok      404     404     -       -       404
teameditor  favourite   ok      404     403     -       -       404
teameditor  add         ok      404     404     -       -       404
teameditor  copy        ok      404     403     -       -       404
teameditor  conflicts   ok      404     403     -       -       404
teameditor  edit        ok      404     403     -       -       404
teameditor  move        ok      404     403     -       -       404
teameditor  remove      ok      404     ok      -       -       404
teameditor  purge       403     404     403     -       -       404
teameditor  share       403     404     403     -       -       404
teameditor  request     403     404     404     -       -       404
teameditor  link        404     404     404     -       -       404
teameditor  members     ok      404     -       -       -       404
teameditor  manage      403     404     -       -       -       404
teameditor  convert     403     404     403     -       -       404
teameditor  leave       ok      404     -       -       -       404

teamviewer  see         ok      404     404     -       -       404
teamviewer  list        ok      404     404     -       -       404
teamviewer  download    ok      404     404     -       -       404
teamviewer  zip         ok      404     404     -       -       404
teamviewer  search      ok      404     404     -       -       404
teamviewer  favourite   ok      404     404     -       -       404
teamviewer  add         403     404     404     -       -       404
teamviewer  copy        ok      404     404     -       -       404
teamviewer  conflicts   ok      404     404     -       -       404
teamviewer  edit        403     404     404     -       -       404
teamviewer  move        403     404     404     -       -       404
teamviewer  remove      403     404     404     -       -       404
teamviewer  purge       403     404     404     -       -       404
teamviewer  share       403     404     404     -       -       404
teamviewer  request     403     404     404     -       -       404
teamviewer  link        404     404     404     -       -       404
teamviewer  members     ok      404     -       -       -       404
teamviewer  manage      403     404     -       -       -       404
teamviewer  convert     403     404     404     -       -       404
teamviewer  leave       ok      404     -       -       -       404

admin       see         ok      ok      ok      -       -       -
admin       list        ok      ok      404     -       -       -
admin       download    403     403     403     -       -       -
admin       zip         403     403     403     -       -       -
admin       search      403     403     404     -       -       -
admin       favourite   403     403     403     -       -       -
admin       add         403     403     404     -       -       -
admin       copy        403     403     403     -       -       -
admin       conflicts   403     403     403     -       -       -
admin       edit        403     403     403     -       -       -
admin       move        403     403     403     -       -       -
admin       remove      403     403     403     -       -       -
admin       purge       403     403     403     -       -       -
admin       share       403     403     403     -       -       -
admin       request     403     403     404     -       -       -
admin       link        404     404     404     -       -       -
admin       members     404     404     -       -       -       -
admin       manage      403     403     -       -       -       -
admin       convert     403     403     403     -       -       -
admin       leave       404     404     -       -       -       -

stranger    *           404     404     404     -       -       -
anonymous   *           401     401     401     -       -       -

visitor     see         ok      404     404     404     401     404
visitor     list        ok      404     404     404     401     404
visitor     download    ok      404     404     404     401     404
visitor     zip         ok      404     404     404     401     404
visitor     add         403     404     404     404     401     404
visitor     edit        403     404     404     404     401     404
visitor     move        403     404     404     404     401     404
visitor     remove      403     404     404     404     401     404

editor      see         ok      404     404     404     401     404
editor      list        ok      404     404     404     401     404
editor      download    ok      404     404     404     401     404
editor      zip         ok      404     404     404     401     404
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

/** The need, that is the row of the table, of each call that touches an item. */
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
  'GET /api/zip': 'zip',
  'POST /api/zip': 'zip',
  'POST /api/zip/selections': 'zip',
  'POST /api/favourites': 'favourite',
  'GET /api/search': 'search',
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
  'POST /api/conflicts': 'conflicts',
  'POST /api/trash/restore': 'remove',
  'POST /api/trash/conflicts': 'remove',
  'GET /api/teams/folders/:id': 'members',
  'GET /api/teams/folders/:id/tree': 'members',
  'GET /api/teams/shared-with-me/:id': 'members',
  'PUT /api/teams/folders/:id': 'manage',
  'PATCH /api/teams/folders/:id': 'manage',
  'DELETE /api/teams/folders/:id': 'manage',
  'POST /api/teams/folders/:id/convert': 'convert',
  'DELETE /api/teams/folders/:id/leave': 'leave',
  'POST /api/share': 'share',
  'GET /api/share/:token': 'link',
  'PATCH /api/share/:token': 'link',
  'POST /api/share/:token/email': 'link',
  'GET /api/share/:token/qr': 'link',
  'GET /api/share/:token/events': 'link',

  'GET /api/sharing/items/:id/:token': 'see',
  'GET /thumbnail/:id/:size/shared/:token': 'download',
  'GET /api/sharing/folders/:id/:token': 'list',
  'GET /api/sharing/navigation/:id/:token': 'list',
  'GET /api/sharing/search/:token': 'list',
  'GET /file/:id/shared/:token': 'download',
  'GET /api/sharing/zip/:token': 'zip',
  'POST /api/sharing/zip/:token': 'zip',
  'POST /api/sharing/zip/selections/:token': 'zip',
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
  'POST /api/file-request': 'request',
  'GET /api/file-requests/:id': 'link',
  'PATCH /api/file-requests/:id': 'link',
  'DELETE /api/file-requests/:id': 'link',
  'PATCH /api/sharing/rename/:id/:token': 'edit',
  'POST /api/sharing/move/:token': 'move',
  'POST /api/sharing/remove/:token': 'remove',
}

/** Calls with ids that do not depend on rights to an item, with the reason. */
export const INDIFFERENT = new Set([
  // Tested in hidden-items.http.test.ts, and for team invitations in invitations.routes.test.ts.
  'GET /api/browse/trash/:id',
  'PUT /api/teams/invitations/:id',
  'DELETE /api/teams/invitations/:id',
  // Also tested there: invoices are private.
  'GET /api/invoices/:id',
  'GET /api/invoices/:id/pdf',
  'GET /api/invoices/:id/usage',
  // They answer the same for any id and affect only the caller's own data.
  'DELETE /api/favourites',
  'DELETE /api/favourites/:id',
  'DELETE /api/notifications/:id',
  'GET /api/file-requests',
  'GET /api/filter',
  'GET /api/reports/items',
  // Rejected for any folder: such folders are created in the home.
  'POST /api/create-folder-custom',
  // Rejected for any folder: such folders are created in the home.
  'POST /api/file-request/:token/create-folder-custom',
  // Uploads are private: ids of other users are like missing ones.
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

/** The access level of the calls that each actor makes. */
export const ACCESS_LEVELS: Record<string, Access> = {
  owner: 'user',
  teameditor: 'user',
  teamviewer: 'user',
  admin: 'user',
  stranger: 'user',
  anonymous: 'user',
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
