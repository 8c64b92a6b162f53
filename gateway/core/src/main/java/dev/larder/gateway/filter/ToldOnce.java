package dev.larder.gateway.filter;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What has been logged, so that it is logged once; a bounded number of different messages. */
final class ToldOnce {

    private static final int MOST = 1000;

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    void once(String what, Runnable log) {
        if (told.size() < MOST && told.add(what)) {
            log.run();
        }
    }
}
