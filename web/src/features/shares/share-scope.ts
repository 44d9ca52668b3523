import * as sharing from '@coffer/contract/guest-shares'
import { type ApiScope, createGuestScope } from '../../lib/api-scope.ts'

/** The API scope of a guest of a share. */
export const createShareScope = (token: string, home: ApiScope['home']): ApiScope =>
  createGuestScope({
    kind: 'share',
    token,
    home,
    addressOf: id => ({
      to: '/share/$token/files/{-$id}',
      // The root folder has a URL without an id.
      params: { token, id: id === home?.id ? undefined : (id ?? undefined) },
    }),
    calls: {
      browseFolder: sharing.browseFolder,
      browseNavigationBelow: sharing.browseNavigationBelow,
      createFolder: sharing.createFolder,
      renameItem: sharing.renameItem,
      moveItems: sharing.moveItems,
      removeItems: sharing.removeItems,
      uploadChunk: sharing.uploadChunk,
      getUpload: sharing.getUpload,
      cancelUpload: sharing.cancelUpload,
      preflightUpload: sharing.preflightUpload,
      uploadBatch: sharing.uploadBatch,
    },
    more: {
      searchItems: sharing.searchItems,
      downloadZip: sharing.downloadZip,
      keepZipSelection: sharing.keepZipSelection,
      findConflicts: sharing.findConflicts,
    },
  })
