package dev.larder.disk.store;

/** The index cannot be read or written. */
final class FolderIndexException extends RuntimeException {

    private final boolean whileWriting;

    FolderIndexException(String message) {
        super(message);
        this.whileWriting = false;
    }

    FolderIndexException(RuntimeException cause, boolean whileWriting) {
        super(cause.toString(), cause);
        this.whileWriting = whileWriting;
    }

    /** Whether the index may now disagree with the state in the heap. */
    boolean isWhileWriting() {
        return whileWriting;
    }
}
