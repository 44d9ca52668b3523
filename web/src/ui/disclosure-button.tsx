import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './disclosure-button.module.css'

interface DisclosureButtonProps {
  id?: string
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** Shows and hides what follows it. */
export const DisclosureButton = ({ id, isOpen, onToggle, children }: DisclosureButtonProps) => (
  <button
    id={id}
    type="button"
    className={classes.button}
    aria-expanded={isOpen}
    onClick={onToggle}
  >
    <ChevronRight size={15} aria-hidden />
    {children}
  </button>
)
