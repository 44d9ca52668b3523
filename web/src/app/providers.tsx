import '../ui/library.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { colorSchemes } from '../ui/color-scheme.ts'
import { PopupHost } from '../ui/popups/popup-host.tsx'
import { theme } from '../ui/theme/theme.ts'
import { ToastHost } from '../ui/toasts/toast-host.tsx'
import { queryClient } from './query-client.ts'

/** What every screen stands on: colours, the server's answers, popups and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
        withStaticClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          {children}
          <PopupHost />
          <ToastHost />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
