package dev.larder.cluster.protocol;

import java.util.UUID;

/** What a member wants done. Nothing of it is done before its call returns to whoever made it. */
public interface MemberActions {

    /** Sends a message to all other members; it may be lost, and arrives after those sent before. */
    void broadcast(ClusterMessage message);

    /** Sends a message to one member; it may be lost. */
    void send(UUID to, ClusterMessage message);

    /** Finds out whether the process of that member, which is not heard of, is dead. */
    void probe(UUID member, String address);

    /** Tells whoever waits. */
    void run(Runnable completion);
}
