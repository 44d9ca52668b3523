import * as guestShares from '@coffer/contract/guest-shares'
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
      browseFolder: guestShares.browseFolder,
      browseNavigationBelow: guestShares.browseNavigationBelow,
      createFolder: guestShares.createFolder,
      renameItem: guestShares.renameItem,
      moveItems: guestShares.moveItems,
      removeItems: guestShares.removeItems,
      uploadChunk: guestShares.uploadChunk,
      getUpload: guestShares.getUpload,
      cancelUpload: guestShares.cancelUpload,
      preflightUpload: guestShares.preflightUpload,
      uploadBatch: guestShares.uploadBatch,
    },
    more: {
      searchItems: guestShares.searchItems,
      downloadZip: guestShares.downloadZip,
      saveZipSelection: guestShares.saveZipSelection,
      findConflicts: guestShares.findConflicts,
    },
  })
