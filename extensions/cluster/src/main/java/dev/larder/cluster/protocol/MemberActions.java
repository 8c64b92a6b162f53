package dev.larder.cluster.protocol;

import java.util.UUID;

/** Actions that a member requests. None is carried out before the requesting call has returned. */
public interface MemberActions {

    /** Sends a message to all other members; it may be lost, and arrives after those sent before. */
    void broadcast(ClusterMessage message);

    /** Sends a message to one member; it may be lost. */
    void send(UUID to, ClusterMessage message);

    /** Checks whether the process of that silent member is dead. */
    void probe(UUID member, String address);

    /** Runs the completion of a waiting caller. */
    void run(Runnable completion);
}
