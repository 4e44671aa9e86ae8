import { APP_TABS, type AppTab } from '../model/page-route.ts'
import { installedApp } from '../model/workspace-state.ts'
import type { IconName } from '../ui/line-icon.tsx'

export const APP_TAB_LABELS: Record<AppTab, [icon: IconName, label: string]> = {
  home: ['home', 'Home'],
  messages: ['chat', 'Messages'],
  about: ['bolt', 'About'],
}

/** The tabs of the app. Its manifest decides whether it has a Home. */
export const listAppTabs = (): AppTab[] => APP_TABS.filter((tab) => tab !== 'home' || installedApp.value.home !== false)
