import { REMOTE_URLS } from '@coffer/contract/remote-uploads'
import { Button, Input, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { faultsOf, type LineFault, linkError, linksIn } from './link-input.ts'
import classes from './remote-dialog.module.css'
import { fetchLinks } from './remote-uploads.api.ts'

interface RemoteDialogProps {
  /** Null stands for home. */
  folderId: string | null
  onClose: () => void
}

const FAULTS_SHOWN = 4

/** What is typed, what speaks against it, and sending it. */
function useLinks({ folderId, onClose }: RemoteDialogProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [faults, setErrors] = useState<LineFault[]>([])
  const [busy, setBusy] = useState(false)
  const links = linksIn(text)

  function faultsHere(): LineFault[] {
    if (links.length === 0) return [{ line: 1, fault: t('validation.required') }]
    const [beyond] = links.slice(REMOTE_URLS)
    if (beyond) return [{ line: beyond.line, fault: t('remote.too_many', { limit: REMOTE_URLS }) }]
    return links.flatMap(({ line, url }) => {
      const fault = linkError(url)
      return fault ? [{ line, fault: t(fault) }] : []
    })
  }

  async function send(): Promise<void> {
    setBusy(true)
    try {
      const urls = links.map(({ url }) => url)
      await fetchLinks(queries, urls, folderId)
      onClose()
    } catch (error) {
      const found = faultsOf(links, fieldErrorsOf(error))
      setErrors(found)
      if (found.length === 0) failurePopup(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    ...{ text, links, faults, busy },
    type(next: string) {
      setText(next)
      setErrors([])
    },
    submit(event: FormEvent) {
      event.preventDefault()
      const found = faultsHere()
      setErrors(found)
      if (found.length === 0) void send()
    },
  }
}

const submitByKeys = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    event.currentTarget.form?.requestSubmit()
}

/** Links, one a line, whose files are to be fetched. */
export function RemoteDialog(props: RemoteDialogProps) {
  const { onClose } = props
  const { t } = useTranslation()
  const { text, links, faults, busy, type, submit } = useLinks(props)
  return (
    <Modal opened onClose={onClose} title={t('remote.new')} size={520}>
      <form onSubmit={submit} noValidate>
        <p className={classes.text}>{t('remote.text')}</p>
        <Input.Wrapper
          label={t('remote.links')}
          error={faults.length > 0 && <Faults faults={faults} />}
        >
          <Input
            component="textarea"
            multiline
            rows={6}
            value={text}
            error={faults.length > 0}
            placeholder="https://"
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            inputMode="url"
            wrap="off"
            data-autofocus
            classNames={{ input: classes.links ?? '' }}
            onKeyDown={submitByKeys}
            onChange={event => type(event.currentTarget.value)}
          />
        </Input.Wrapper>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={busy}>
            {links.length === 0
              ? t('remote.start_none')
              : t('remote.start', { count: links.length })}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

function Faults({ faults }: { faults: readonly LineFault[] }) {
  const { t } = useTranslation()
  const more = faults.length - FAULTS_SHOWN
  return (
    <>
      {faults.slice(0, FAULTS_SHOWN).map(({ line, fault }) => (
        <span key={`${line} ${fault}`} className={classes.fault}>
          {t('remote.fault', { line, fault })}
        </span>
      ))}
      {more > 0 && (
        <span className={classes.fault}>{t('remote.faults_more', { count: more })}</span>
      )}
    </>
  )
}
