export interface AgentProject {
  projectId: string
  name: string
}

/** `admin: false` is a key that may read the documentation but not start jobs; without `projectId` it is good for every project. */
export interface AgentKey {
  key: string
  admin: boolean
  projectId?: string
}
