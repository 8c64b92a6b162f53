package dev.larder.policies.ghost;

/** The content of a key that would be stored now, and whether content stored earlier is still valid. */
public interface ContentVersion {

    /** Returns the number of the content that would be stored now. */
    long now();

    /** Whether content stored under this earlier number is still valid. */
    boolean isStillValid(long before);

    /** Returns a version whose number changes with every write that invalidates the stored content. */
    static ContentVersion of(long number) {
        return new ContentVersion() {
            @Override
            public long now() {
                return number;
            }

            @Override
            public boolean isStillValid(long before) {
                return before == number;
            }
        };
    }
}
