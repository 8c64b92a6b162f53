package dev.larder.cluster.bus;

import com.hazelcast.topic.ITopic;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Listener on a topic. */
final class TopicListener {

    private final ITopic<byte[]> topic;
    private final Consumer<byte[]> listener;
    private @Nullable UUID registration;

    TopicListener(ITopic<byte[]> topic, Consumer<byte[]> listener) {
        this.topic = topic;
        this.listener = listener;
    }

    ITopic<byte[]> topic() {
        return topic;
    }

    /** Starts listening with a registration that all members of the Hazelcast cluster know; blocks. */
    synchronized void listen() {
        UUID before = registration;
        registration = topic.addMessageListener(message -> listener.accept(message.getMessageObject()));
        if (before != null) {
            topic.removeMessageListener(before);
        }
    }

    /** Stops listening. */
    synchronized void close() {
        if (registration != null) {
            topic.removeMessageListener(registration);
        }
    }
}
