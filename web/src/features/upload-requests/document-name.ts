import type { RequestedDocument } from '@coffer/contract/upload-requests'

/** The type and subcategory of a document that a request asks for. */
export const documentName = ({ tipo_nombre, subcategory_nombre }: RequestedDocument): string =>
  [tipo_nombre, subcategory_nombre].filter(Boolean).join(' · ')
