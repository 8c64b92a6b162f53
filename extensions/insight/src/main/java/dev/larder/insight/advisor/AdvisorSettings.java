package dev.larder.insight.advisor;

import dev.larder.policies.ghost.GhostSettings;

/**
 * What is tried beside the store.
 *
 * @param on whether anything is
 * @param live the policy of the store
 * @param size of the store, in bytes
 * @param inBytes whether the best policy is the one of the best byte hit ratio
 * @param ghosts what is tried
 */
public record AdvisorSettings(boolean on, LiveStorePolicy live, long size, boolean inBytes, GhostSettings ghosts) {}
