export interface AgentProject {
  projectId: string
  name: string
}

/** A key with `admin: false` may read the documentation but not start jobs. Without `projectId` a key is valid for every project. */
export interface AgentKey {
  key: string
  admin: boolean
  projectId?: string
}
