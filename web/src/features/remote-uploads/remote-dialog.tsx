import { REMOTE_URLS } from '@coffer/contract/remote-uploads'
import { Button, Input, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { type LineError, lineErrors, linkError, linksIn } from './link-input.ts'
import classes from './remote-dialog.module.css'
import { fetchLinks } from './remote-uploads.api.ts'

interface RemoteDialogProps {
  /** The target folder; null is home. */
  folderId: string | null
  onClose: () => void
}

const MAX_SHOWN_ERRORS = 4

/** The state of the form: links, errors and sending. */
function useLinks({ folderId, onClose }: RemoteDialogProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<LineError[]>([])
  const [busy, setBusy] = useState(false)
  const isMounted = useIsMounted()
  const links = linksIn(text)

  function validateLinks(): LineError[] {
    if (links.length === 0) return [{ line: 1, error: t('validation.required') }]
    const [firstExcess] = links.slice(REMOTE_URLS)
    if (firstExcess)
      return [{ line: firstExcess.line, error: t('remote.too_many', { limit: REMOTE_URLS }) }]
    return links.flatMap(({ line, url }) => {
      const error = linkError(url)
      return error ? [{ line, error: t(error) }] : []
    })
  }

  async function send(): Promise<void> {
    setBusy(true)
    try {
      const urls = links.map(({ url }) => url)
      await fetchLinks(queries, urls, folderId)
      onClose()
    } catch (error) {
      const serverErrors = lineErrors(links, fieldErrorsOf(error))
      setErrors(serverErrors)
      // Back closes the dialog, and then nothing else shows what the server refused.
      if (serverErrors.length === 0 || !isMounted.current) failurePopup(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    text,
    links,
    errors,
    busy,
    type(next: string) {
      setText(next)
      setErrors([])
    },
    submit(event: FormEvent) {
      event.preventDefault()
      const formErrors = validateLinks()
      setErrors(formErrors)
      if (formErrors.length === 0) void send()
    },
  }
}

const submitByKeys = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    event.currentTarget.form?.requestSubmit()
}

/** The form for links to fetch, one per line. */
export function RemoteDialog(props: RemoteDialogProps) {
  const { onClose } = props
  const { t } = useTranslation()
  const { text, links, errors, busy, type, submit } = useLinks(props)
  return (
    <Modal opened onClose={onClose} title={t('remote.new')} size={520}>
      <form onSubmit={submit} noValidate>
        <p className={classes.text}>{t('remote.text')}</p>
        <Input.Wrapper
          label={t('remote.links')}
          error={errors.length > 0 && <LineErrors errors={errors} />}
        >
          <Input
            component="textarea"
            multiline
            rows={6}
            value={text}
            error={errors.length > 0}
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

function LineErrors({ errors }: { errors: readonly LineError[] }) {
  const { t } = useTranslation()
  const more = errors.length - MAX_SHOWN_ERRORS
  return (
    <>
      {errors.slice(0, MAX_SHOWN_ERRORS).map(({ line, error }) => (
        <span key={`${line} ${error}`} className={classes.error}>
          {t('remote.line_error', { line, fault: error })}
        </span>
      ))}
      {more > 0 && (
        <span className={classes.error}>{t('remote.more_errors', { count: more })}</span>
      )}
    </>
  )
}
