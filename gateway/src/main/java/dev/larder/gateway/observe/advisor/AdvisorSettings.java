package dev.larder.gateway.observe.advisor;

import dev.larder.policies.ghost.Candidate;
import dev.larder.policies.ghost.GhostSettings;

/**
 * What is tried beside the store.
 *
 * @param on whether anything is
 * @param live the policy of the store
 * @param size of the store, in bytes
 * @param ghosts what is tried
 */
public record AdvisorSettings(boolean on, Candidate live, long size, GhostSettings ghosts) {}
