import { Button, type ButtonProps } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeToClipboard } from '../lib/write-to-clipboard.ts'

interface CopyButtonProps extends ButtonProps {
  text: string
  /** The accessible name until there is a result, where the label alone is not clear. */
  name?: string
  /** “Copy” by default. */
  label?: string
  autoFocus?: boolean
}

/** Copies a text, and says itself whether it could. */
export function CopyButton({ text, name, label, ...button }: CopyButtonProps) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const Icon = outcome === 'copied' ? Check : Copy
  const copy = async () => setOutcome((await writeToClipboard(text)) ? 'copied' : 'failed')
  return (
    <Button
      {...button}
      aria-label={outcome ? undefined : name}
      leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => void copy()}
      onBlur={() => setOutcome(null)}
    >
      <span aria-live="polite">
        {outcome ? t(`clipboard.${outcome}`) : (label ?? t('clipboard.copy'))}
      </span>
    </Button>
  )
}
