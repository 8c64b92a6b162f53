package dev.larder.acceptance.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.ResponseScript;
import java.util.Set;

/**
 * The content of an origin that waits for the disk: what the disk of a busy machine does not take in time is not stored, so that tests
 * of what is stored must not be faster than it.
 *
 * @param folder of the disk
 * @param whole the sizes of all contents, each of them different: another file is one that grows
 */
record PacedContent(GeneratedContent content, DiskStoreFolder folder, Set<Long> whole) {

    private static final long MEGABYTE = 1 << 20;

    /** Half of what the gateway keeps of a content that is not written yet. */
    private static final long AHEAD = 2 * MEGABYTE;

    /** Appends the content. */
    ResponseScript addTo(ResponseScript script) {
        for (long at = 0; at < content.length(); at += MEGABYTE) {
            long written = at - AHEAD;
            script.gate(() -> awaitWritten(written)).part(content.slice(at, Math.min(at + MEGABYTE, content.length())));
        }
        return script;
    }

    private void awaitWritten(long octets) {
        if (octets > 0) {
            assertThat(folder.await(sizes -> sizes.stream().anyMatch(size -> has(size, octets)), Thread::yield))
                    .as("%d octets of %d are written", octets, content.length())
                    .anyMatch(size -> has(size, octets));
        }
    }

    private boolean has(long size, long octets) {
        boolean mine = size == content.length() || !whole.contains(size);
        return mine && octets <= size && size <= content.length();
    }
}
