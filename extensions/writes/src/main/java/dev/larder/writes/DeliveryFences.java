package dev.larder.writes;

import java.util.concurrent.CompletionStage;

/** Keeps what a batch may make wrong from being answered from any store while the batch is under way. */
@FunctionalInterface
public interface DeliveryFences {

    /** A batch is about to be sent; it may be when the stage completes. */
    CompletionStage<Raised> raise(WriteBatch batch);

    /** A fence that is up. */
    interface Raised {

        /**
         * The request is over.
         *
         * @param reached whether it may have reached the origin
         * @return completes when everything that it may have made wrong is gone
         */
        CompletionStage<Void> lower(boolean reached);
    }
}
