import { ADMIT_LUA, ADMITTED_AT_ONCE, CORRECT_LUA, KEY_LUA, PRELUDE_LUA } from './lua-prelude.ts'

/** Adds tasks to their lanes: one call stores everything that was sent in one turn of the event loop. */
export const SEND_SCRIPT = `${ADMIT_LUA}
  if next_due() <= now then promote(now) end
  local later, background = next_due(), first('background')
  for n = 1, #ARGV, 5 do
    admit(now, ARGV[n], ARGV[n + 1], tonumber(ARGV[n + 2]), tonumber(ARGV[n + 3]), ARGV[n + 4])
  end
  if (next_due() < later or first('background') < background) and redis.call('EXISTS', key('news')) == 0 then
    redis.call('RPUSH', key('news'), '')
  end
  return 1`

/** Appends bulk tasks to the arrivals. */
export const APPEND_SCRIPT = `${KEY_LUA}
  local stream = key('arrivals')
  if redis.call('EXISTS', stream) == 0 then redis.call('RPUSH', key('news'), '') end
  for n = 1, #ARGV, 4 do
    redis.call('XADD', stream, '*', 'i', ARGV[n], 'l', ARGV[n + 1], 'u', ARGV[n + 2], 'b', ARGV[n + 3])
  end
  return 1`

/**
 * Admits bulk tasks, as many as one call may and as fit in front of the workers, and delayed tasks that have fallen due; the next call
 * continues. Answers how long until the next delayed task and the next background task fall due, -1 if there is none, whether due times
 * have been corrected because the clock was set back, how many bulk tasks were admitted, and whether there are more.
 */
export const PROMOTE_SCRIPT = `${ADMIT_LUA}${CORRECT_LUA}
  local uncorrected, corrected = correct_page()
  local limit = tonumber(ARGV[1])
  if ARGV[2] == 'any' then
    limit = math.min(limit, 1)
  else
    local waiting = redis.call('LLEN', key('wakes')) + redis.call('LLEN', key('wakeups:wait'))
    local active = redis.call('LLEN', key('wakeups:active'))
    limit = math.min(limit, ARGV[3] - waiting, ARGV[2] - waiting - active)
  end
  local more, count = admit_all(limit)
  redis.call('DEL', key('news'))
  if more or uncorrected then redis.call('RPUSH', key('news'), '') end
  return {wait_for(next_due()), wait_for(first('background')), corrected and 1 or 0, count, more and 1 or 0}`

/**
 * Writes the outcome of the lane's last task, if this run still has it, and takes the next one. The same step that finds a lane empty puts
 * it to sleep: a task that arrives before is seen here, one that arrives after wakes the lane again.
 */
export const STEP_SCRIPT = `${PRELUDE_LUA}
  local lane, id, run, kind, delay, reason, nextRun = unpack(ARGV)
  local line = key('lane:' .. lane)
  if id ~= '' and settle(id, run, kind, delay, reason, 'active', 'due') then redis.call('LREM', line, 1, id) end
  while true do
    local head = redis.call('LINDEX', line, 0)
    if not head then
      redis.call('SREM', key('awake'), lane)
      return {'empty'}
    end
    if nextRun == '' then
      redis.call('RPUSH', key('wakes'), lane)
      return {'left'}
    end
    local known = redis.call('HMGET', task(head), 'b', 'd', 'n', 'f')
    if known[1] then
      local wait = correct('due', head, tonumber(known[2])) - now
      if wait > 0 then return {'wait', wait} end
      redis.call('ZREM', key('due'), head)
      redis.call('ZADD', key('active'), now, head)
      return {'task', unpack(start(head, nextRun, known))}
    end
    redis.call('LPOP', line)
    redis.call('ZREM', key('due'), head)
  end`

/**
 * Takes at most `limit` background tasks under one key for the length of a lease; tasks whose lease has expired are due again. Answers
 * how long until the next one falls due, -1 if there is none.
 */
export const TAKE_SCRIPT = `${PRELUDE_LUA}
  local limit, run, lease = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
  -- No lease is longer than this, unless the clock was set back since.
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('leases'), '(' .. now + lease, '+inf', 'LIMIT', 0, limit)) do
    redis.call('ZADD', key('leases'), now + lease, id)
  end
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('leases'), '-inf', now, 'LIMIT', 0, limit)) do
    redis.call('ZREM', key('leases'), id)
    redis.call('HDEL', task(id), 'k')
    redis.call('ZADD', key('background'), math.min(redis.call('HGET', task(id), 'd') or 0, now), id)
  end
  local taken = {}
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key('background'), '-inf', now, 'LIMIT', 0, limit)) do
    redis.call('ZREM', key('background'), id)
    local known = redis.call('HMGET', task(id), 'b', 'd', 'n', 'f')
    if known[1] then
      redis.call('ZADD', key('leases'), now + lease, id)
      taken[#taken + 1] = start(id, run, known)
    end
  end
  return {taken, wait_for(math.min(first('background'), first('leases')))}`

/** Writes the outcomes of background tasks, each only if its run still has it. */
export const SETTLE_SCRIPT = `${PRELUDE_LUA}
  for n = 1, #ARGV, 5 do
    settle(ARGV[n], ARGV[n + 1], ARGV[n + 2], ARGV[n + 3], ARGV[n + 4], 'leases', 'background')
  end
  return 1`

/** Extends leases; answers the positions of the tasks that this process has lost. */
export const EXTEND_SCRIPT = `${PRELUDE_LUA}
  local lost = {}
  for n = 2, #ARGV, 2 do
    if redis.call('HGET', task(ARGV[n]), 'k') == ARGV[n + 1] then
      redis.call('ZADD', key('leases'), 'XX', now + tonumber(ARGV[1]), ARGV[n])
    else
      lost[#lost + 1] = n / 2 - 1
    end
  end
  return lost`

/** Answers -1 while the task may still be among the arrivals. */
export const CANCEL_SCRIPT = `${ADMIT_LUA}
  local id = ARGV[1]
  if redis.call('EXISTS', task(id)) == 0 and admit_all(${ADMITTED_AT_ONCE}) then return -1 end
  local known = redis.call('HMGET', task(id), 's', 't', 'l')
  if known[2] or (known[1] ~= 'line' and known[1] ~= 'later') then return 0 end
  redis.call('ZREM', key('later'), id)
  redis.call('ZREM', key('due'), id)
  redis.call('ZREM', key('background'), id)
  redis.call('LREM', key('lane:' .. known[3]), 1, id)
  over(id)
  return 1`

/** Revives a dead task, behind everything that was sent before. */
export const RETRY_SCRIPT = `${ADMIT_LUA}
  admit_all(${ADMITTED_AT_ONCE})
  local id = ARGV[1]
  if redis.call('ZREM', key('dead'), id) == 0 then return 0 end
  redis.call('HSET', task(id), 's', 'line', 'n', 0, 'd', now, 'w', now)
  redis.call('HDEL', task(id), 'f', 'r')
  join(id, redis.call('HGET', task(id), 'l'), now)
  return 1`

export const DROP_SCRIPT = `${PRELUDE_LUA}
  if redis.call('ZREM', key('dead'), ARGV[1]) == 1 then over(ARGV[1]) end
  return 1`

/** Lists dead tasks. If the last one of the page before is no longer dead, its time of death still finds the next page. */
export const LIST_DEAD_SCRIPT = `${PRELUDE_LUA}
  local after, limit = ARGV[1], tonumber(ARGV[2])
  local from = 0
  if after ~= '' then
    local rank = redis.call('ZREVRANK', key('dead'), after)
    if not rank then
      local died = redis.call('HGET', task(after), 'x')
      if not died or died == '' then return {} end
      redis.call('ZADD', key('dead'), died, after)
      rank = redis.call('ZREVRANK', key('dead'), after)
      redis.call('ZREM', key('dead'), after)
      from = rank
    else
      from = rank + 1
    end
  end
  local letters = {}
  for _, id in ipairs(redis.call('ZREVRANGE', key('dead'), from, from + limit - 1)) do
    local known = redis.call('HMGET', task(id), 'b', 'l', 'n', 'r', 'x')
    letters[#letters + 1] = {id, known[1] or '', known[2] or '', known[3] or '0', known[4] or '', known[5] or '0'}
  end
  return letters`

/** Counts tasks. One that was sent twice counts once after it was admitted. */
export const STATS_SCRIPT = `${ADMIT_LUA}
  admit_all(${ADMITTED_AT_ONCE})
  local waiting, later, oldest = redis.call('XLEN', key('arrivals')), redis.call('ZCARD', key('later')), now
  for _, set in ipairs({'due', 'background'}) do
    local due = redis.call('ZCOUNT', key(set), '-inf', now)
    waiting = waiting + due
    later = later + redis.call('ZCARD', key(set)) - due
    oldest = math.min(oldest, first(set))
  end
  local front = redis.call('XRANGE', key('arrivals'), '-', '+', 'COUNT', 1)[1]
  if front then oldest = math.min(oldest, tonumber(string.match(front[1], '%d+'))) end
  local active = redis.call('ZCARD', key('active')) + redis.call('ZCARD', key('leases'))
  local retried = redis.call('ZRANGEBYSCORE', key('due'), '(' .. now, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
  local next = math.min(next_due(), tonumber(retried) or math.huge)
  return {waiting, active, later, redis.call('ZCARD', key('dead')), math.max(now - oldest, 0), wait_for(next)}`
