import { ItemName } from '@coffer/contract/items'
import type { AskedUpload, ReceiptFile } from '@coffer/contract/request-guests'
import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { fault } from '../../lib/form-faults.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { receiptQuery, useAskedCalls } from './asked.api.ts'
import classes from './asked-page.module.css'

/** What has arrived, which can be renamed and taken back while the request is open. */
export function SentRows({ asked }: { asked: AskedUpload }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { token } = asked.attributes
  const owner = asked.relationships.user.data.attributes.name
  const { remove } = useAskedCalls(token)
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(receiptQuery(token, false))
  const [renamed, setRenamed] = useState<ReceiptFile | null>(null)
  const files = data?.pages.flatMap(page => page.data) ?? []
  const takeBack = async (file: ReceiptFile) => {
    const { name } = file.attributes
    const agreed = await confirmPopup({
      title: t('asked.remove_title', { name }),
      message: t('asked.remove_text', { name: owner }),
      confirm: t('asked.remove'),
      danger: true,
    })
    if (agreed) await remove(file.id).catch(failurePopup)
  }
  return (
    <>
      <ul className={classes.list}>
        {files.map(file => {
          const { name, size_bytes } = file.attributes
          return (
            <li key={file.id} className={classes.row}>
              <span className={classes.name}>{name}</span>
              <span className={classes.size}>{format.bytes(size_bytes)}</span>
              <IconButton
                icon={Pencil}
                label={t('asked.rename_of', { name })}
                size="small"
                onClick={() => setRenamed(file)}
              />
              <IconButton
                icon={Trash2}
                label={t('asked.remove_of', { name })}
                size="small"
                onClick={() => void takeBack(file)}
              />
            </li>
          )
        })}
      </ul>
      {hasNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()}>
          {t('requests.more')}
        </Button>
      )}
      {renamed && <RenameDialog token={token} file={renamed} onClose={() => setRenamed(null)} />}
    </>
  )
}

interface RenameDialogProps {
  token: string
  file: ReceiptFile
  onClose: () => void
}

function RenameDialog({ token, file, onClose }: RenameDialogProps) {
  const { t } = useTranslation()
  const { rename } = useAskedCalls(token)
  const [name, setName] = useState(file.attributes.name)
  const [message, setMessage] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const key = fault(ItemName, name)
    if (key) return setMessage(t(key))
    try {
      await rename(file.id, name)
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.problem) setMessage(error.problem.detail)
      else failurePopup(error)
    }
  }
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t('asked.rename_of', { name: file.attributes.name })}
    >
      <form className={classes.form} onSubmit={event => void submit(event)}>
        <TextInput
          label={t('asked.rename')}
          value={name}
          error={message}
          data-autofocus
          onChange={event => setName(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('popups.cancel')}
          </Button>
          <Button type="submit">{t('asked.save')}</Button>
        </div>
      </form>
    </DialogBox>
  )
}
