package dev.larder.acceptance.kit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** One thing the origin does while it answers. */
sealed interface ScriptStep {

    /** Writes these bytes in one go. */
    record Send(byte[] bytes) implements ScriptStep {}

    /** Writes these bytes, which are made as they go. */
    record Generate(GeneratedContent octets) implements ScriptStep {}

    /** Waits until that lets it go on. */
    record Hold(Runnable gate) implements ScriptStep {}

    /** Lets that time pass. */
    record Delay(Duration time) implements ScriptStep {}

    /** Ends the connection: orderly, or by a reset. */
    record Finish(TransferEnd end) implements ScriptStep {}

    /** Hands the connection to the test, which leaves it at its end. */
    record TakeOver(Conversation conversation) implements ScriptStep {}

    /** What a test says over a connection it has taken over. */
    @FunctionalInterface
    interface Conversation {
        /** Reads and writes until it has said everything; the connection is closed afterwards. */
        void hold(InputStream in, OutputStream out) throws IOException;
    }
}
