package dev.larder.disk.store;

import java.util.List;

/**
 * Reference of the index to the file of a content.
 *
 * @param length of the content, in bytes
 * @param checksum CRC32C of the content
 */
record BlobRef(long id, long length, long checksum) {

    boolean isIn(List<BlobRef> refs) {
        for (BlobRef ref : refs) {
            if (ref.id == id) {
                return true;
            }
        }
        return false;
    }

    boolean hasBytesOf(BlobRef other) {
        return length == other.length && checksum == other.checksum;
    }
}
