package dev.larder.policies.ghost;

/** Which content of a key would be stored now, and whether what was stored as another one still counts. */
public interface ContentVersion {

    /** A number for what would be stored now. */
    long now();

    /** Whether what was stored under this number before is still right. */
    boolean covers(long before);

    /** One whose number changes with every write that makes wrong what is stored. */
    static ContentVersion of(long number) {
        return new ContentVersion() {
            @Override
            public long now() {
                return number;
            }

            @Override
            public boolean covers(long before) {
                return before == number;
            }
        };
    }
}
