package dev.larder.gateway.actuate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/** Purges as bytes, from one gateway of a cluster to the others: whether it is soft, its kind and what is meant, as operators write it. */
public final class PurgeMessageCodec {

    private PurgeMessageCodec() {}

    /** The bytes of a purge. */
    public static byte[] encode(PurgeSelection purge, boolean soft) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeBoolean(soft);
            out.writeUTF(PurgeSelectionParser.word(purge.kind()));
            out.writeUTF(purge.argument());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Purges what the bytes say from this gateway's own store; blocks.
     *
     * @param now on the steady time line
     * @return how many entries it has touched
     * @throws IllegalStateException if that may not be all
     */
    public static long carryOut(byte[] order, StorePurger purger, Instant now) {
        try (var in = new DataInputStream(new ByteArrayInputStream(order))) {
            boolean soft = in.readBoolean();
            String kind = in.readUTF();
            String argument = in.readUTF();
            PurgeSelection purge = PurgeSelectionParser.read(kind, argument.isEmpty() ? null : argument);
            PurgeResult purged = soft ? purger.softenHere(purge, now) : purger.removeHere(purge);
            if (purged.failed() > 0) {
                throw new IllegalStateException("The store failed at " + purged.failed() + " entries.");
            }
            return purged.entries();
        } catch (IOException | RefusedOperationException malformed) {
            throw new IllegalStateException("A purge that another gateway has ordered cannot be made.", malformed);
        }
    }
}
