import { Button, type ButtonProps } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeToClipboard } from '../lib/write-to-clipboard.ts'

interface CopyButtonProps extends ButtonProps {
  text: string
  /** “Copy” by default. */
  label?: string
  autoFocus?: boolean
}

/** Copies a text. Reports its result itself, because toasts are hidden behind a dialog. */
export function CopyButton({ text, label, ...button }: CopyButtonProps) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const Icon = outcome === 'copied' ? Check : Copy
  const copy = async () => setOutcome((await writeToClipboard(text)) ? 'copied' : 'failed')
  return (
    <Button
      {...button}
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
