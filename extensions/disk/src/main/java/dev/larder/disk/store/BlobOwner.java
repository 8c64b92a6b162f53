package dev.larder.disk.store;

/** The entry that a file belongs to. */
interface BlobOwner {

    /** Whether the file belongs to an entry that is stored now. */
    boolean isOwnerOf(long id);

    /** Drops the entry that the file belongs to, if it is still stored. */
    void drop(long id);
}
