import * as guests from '@coffer/contract/guest-upload-requests'
import { type ApiScope, createGuestScope } from '../../lib/api-scope.ts'

/** The API scope of a guest of an upload request. */
export const createRequestScope = (token: string, home: NonNullable<ApiScope['home']>): ApiScope =>
  createGuestScope({
    kind: 'request',
    token,
    home,
    addressOf: id => ({
      to: '/request/$token/upload/{-$id}',
      // The root folder has a URL without an id.
      params: { token, id: id === home.id ? undefined : (id ?? undefined) },
    }),
    calls: {
      browseFolder: guests.browseFolder,
      browseNavigationBelow: guests.browseNavigationBelow,
      createFolder: guests.createFolder,
      renameItem: guests.renameItem,
      moveItems: guests.moveItems,
      removeItems: guests.removeItems,
      uploadChunk: guests.uploadChunk,
      getUpload: guests.getUpload,
      cancelUpload: guests.cancelUpload,
      preflightUpload: guests.preflightUpload,
      uploadBatch: guests.uploadBatch,
    },
    more: null,
  })
