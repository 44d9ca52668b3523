import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { userQuery } from '../../features/account/account.api.ts'
import { CUSTOMERS } from '../../features/browse/filter-picks.ts'
import { useDocumentTypes } from '../../features/documents/document-types.api.ts'
import { type Choice, NO_CHOICE, TypeChoice } from '../../features/documents/type-choice.tsx'
import { CustomerDialog } from '../../features/items/customer-dialog.tsx'
import { FolderDialog } from '../../features/items/folder-dialog.tsx'
import { createNamedFolder } from '../../features/items/item-actions.ts'
import classes from './new-folder.module.css'
import type { Files } from './use-files.ts'

/** Creates a folder, optionally with a document type. */
export function NewFolder({ files }: { files: Files }) {
  const { cache, folderId, closeDialog } = files
  const [document, setDocument] = useState(NO_CHOICE)
  return (
    <FolderDialog
      folder={null}
      onClose={closeDialog}
      onSave={attributes => createNamedFolder(cache, folderId, { ...attributes, ...document })}
    >
      <DocumentChoice className={classes.document} choice={document} onChoose={setDocument} />
    </FolderDialog>
  )
}

/** Creates a customer folder. */
export function NewCustomer({ files: { cache, closeDialog } }: { files: Files }) {
  const [document, setDocument] = useState(NO_CHOICE)
  const queries = useQueryClient()
  const onCreated = () => {
    void queries.invalidateQueries({ queryKey: [CUSTOMERS] })
    void queries.invalidateQueries(userQuery)
    void cache.refresh()
  }
  return (
    <CustomerDialog document={document} onCreated={onCreated} onClose={closeDialog}>
      <DocumentChoice choice={document} onChoose={setDocument} />
    </CustomerDialog>
  )
}

interface DocumentChoiceProps {
  className?: string | undefined
  choice: Choice
  onChoose: (choice: Choice) => void
}

/** Hidden when no document types are defined. */
function DocumentChoice({ className, ...props }: DocumentChoiceProps) {
  const types = useDocumentTypes()
  if (types.length === 0) return null
  return (
    <div className={className}>
      <TypeChoice types={types} {...props} />
    </div>
  )
}
