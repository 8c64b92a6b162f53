package dev.larder.insight.advisor;

import dev.larder.policies.ghost.CandidatePolicy;
import dev.larder.policies.ghost.GhostSettings;

/**
 * Settings of the advisor.
 *
 * @param on whether it is enabled
 * @param live policy of the store
 * @param size of the store, in bytes
 * @param ghosts policies and sizes to simulate
 */
public record AdvisorSettings(boolean on, CandidatePolicy live, long size, GhostSettings ghosts) {}
